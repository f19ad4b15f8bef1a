import * as texts from 'virtual:site/texts';
import type { TokenRow } from '../../model/api/tokens.ts';
import { LocalTime } from '../local-time.tsx';
import { RevokeToken } from './revoke-token.tsx';

interface Props {
  tokens: readonly TokenRow[];
  onEnd: (token: TokenRow) => void;
}

/** Personal tokens and connected apps, each with a button to revoke it. */
export function TokenList({ tokens, onEnd }: Props) {
  return (
    <ul>
      {tokens.map((token) => (
        <li key={token.id}>
          <div>
            <p className="tokens__name">{token.name}</p>
            <p className="tokens__times">
              {token.isAgent && `${texts.tokenOfAgent}. `}
              {texts.tokenUntil} <LocalTime at={token.expiresAt} isDay />,{' '}
              {token.lastUsedAt === null ? (
                texts.tokenUnused
              ) : (
                <>
                  {texts.tokenUsed} <LocalTime at={token.lastUsedAt} />
                </>
              )}
            </p>
          </div>
          <RevokeToken
            name={token.name}
            warning={token.isAgent ? texts.endAgentWarning : texts.endTokenWarning}
            onRevoke={() => onEnd(token)}
          />
        </li>
      ))}
    </ul>
  );
}
