import { Choice } from '../../choice.tsx';
import { readKeptState } from './keep-state.ts';
import type { Story } from './sandbox/story.ts';

interface TokenChoiceProps {
  story: Story;
  kept: string;
  token: string;
  onChange: (token: string) => void;
}

/** Choice of the user whose rights a request to the sandbox has. */
export function TokenChoice({ story, kept: storedStory, token, onChange }: TokenChoiceProps) {
  const { tokens, ended } = readKeptState(storedStory);
  const findName = (user: string) => {
    const matchingUser = story.users.find(({ uid }) => uid === user);
    return matchingUser ? `${matchingUser.firstName} ${matchingUser.lastName}` : user;
  };
  const newTokens = Object.keys(tokens);
  const all = Object.entries({ ...story.tokens, ...tokens }).map(([value, { user, expired }]) => {
    const newNumber = newTokens.indexOf(value) + 1;
    const origin = newNumber > 0 ? `, new token ${newNumber}` : '';
    const end = expired ? ', expired' : ended.includes(value) ? ', ended' : '';
    return [value, `${findName(user)}${origin}${end}`] as const;
  });
  const options = [...all, ['', 'none (send no token)'] as const];
  return (
    <p className="try-it__field">
      <Choice label="Access token of" value={token} options={options} onChange={onChange} />
    </p>
  );
}
