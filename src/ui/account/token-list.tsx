import * as texts from 'virtual:site/texts';
import type { TokenRow } from '../../model/api/tokens.ts';
import { Button } from '../button.tsx';
import { fillText } from '../fill-text.ts';
import { LocalTime } from '../local-time.tsx';

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
          <Button
            aria-label={fillText(texts.endNamedToken, { name: token.name })}
            onClick={() => onEnd(token)}
          >
            {texts.endToken}
          </Button>
        </li>
      ))}
    </ul>
  );
}
