import { adoptStyle } from '../../ui/adopt-style.ts';
import { callApi } from '../../ui/api-client.ts';
import codes from '../../ui/login/factors.css?inline';
import type { AccountSignInProps } from '../../ui/page-parts.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { FactorsSection } from './factors-section.tsx';

/** The second factors of accounts that have a password. */
export function Part({ isLocal, ...props }: AccountSignInProps) {
  return isLocal ? <AccountFactors {...props} /> : null;
}

function AccountFactors({ onNotice, onChanged }: Omit<AccountSignInProps, 'isLocal'>) {
  adoptStyle(codes);
  const { answer, reload } = useLoaded('factors', () => callApi('GET /api/v1/account/factors', {}));
  if (answer === undefined) return null;
  return (
    <FactorsSection
      factors={answer}
      onDone={(notice) => {
        onNotice(notice);
        reload();
        onChanged();
      }}
    />
  );
}
