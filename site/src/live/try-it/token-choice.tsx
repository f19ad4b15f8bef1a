import { Choice } from '../../choice.tsx';
import { keptState } from './keep-state.ts';
import type { Story } from './sandbox/story.ts';

interface TokenChoiceProps {
  story: Story;
  kept: string;
  token: string;
  onChange: (token: string) => void;
}

/** Choice of the user whose rights a request to the sandbox has. */
export function TokenChoice({ story, kept: storedStory, token, onChange }: TokenChoiceProps) {
  const { tokens, ended } = keptState(storedStory);
  const findName = (user: string) => {
    const matchingUser = story.users.find(({ uid }) => uid === user);
    return matchingUser ? `${matchingUser.firstName} ${matchingUser.lastName}` : user;
  };
  const all = Object.entries({ ...story.tokens, ...tokens }).map(([value, { user, expired }]) => {
    const mark = expired ? ', expired' : ended.includes(value) ? ', ended' : value in tokens ? ', new' : '';
    return [value, `${findName(user)}${mark}`] as const;
  });
  const options = [...all, ['', 'none (send no token)'] as const];
  return (
    <p className="try-it__field">
      <Choice label="Access token of" value={token} options={options} onChange={onChange} />
    </p>
  );
}

/** The token of this user, with which the sample begins. */
export function findToken({ tokens }: Story, user: string): string {
  return Object.entries(tokens).find(([, token]) => token.user === user && !token.expired)?.[0] ?? '';
}
