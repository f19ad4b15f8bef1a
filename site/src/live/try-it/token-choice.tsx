import { useId } from 'react';
import { keptState } from './keep-state.ts';
import type { Story } from './sandbox/story.ts';

interface TokenChoiceProps {
  story: Story;
  kept: string;
  token: string;
  onChange: (token: string) => void;
}

/** Whose rights a request to the sandbox has. */
export function TokenChoice({ story, kept, token, onChange }: TokenChoiceProps) {
  const id = useId();
  const { tokens, ended } = keptState(kept);
  const nameOf = (user: string) => {
    const found = story.users.find(({ uid }) => uid === user);
    return found ? `${found.firstName} ${found.lastName}` : user;
  };
  const all = Object.entries({ ...story.tokens, ...tokens }).map(([value, { user, expired }]) => {
    const mark = expired ? ', expired' : ended.includes(value) ? ', ended' : value in tokens ? ', new' : '';
    return { value, label: `${nameOf(user)}${mark}` };
  });
  return (
    <p className="try-it__field">
      <label htmlFor={id}>Access token of</label>
      <select id={id} value={token} onChange={({ target }) => onChange(target.value)}>
        {all.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        <option value="">nobody: send none</option>
      </select>
    </p>
  );
}

/** The token of this user, with which the sample begins. */
export function tokenOf({ tokens }: Story, user: string): string {
  return Object.entries(tokens).find(([, token]) => token.user === user && !token.expired)?.[0] ?? '';
}
