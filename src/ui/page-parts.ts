import type { AccountSearch } from '../model/api/accounts.ts';
import type { CallAnswer } from '../model/api/endpoints.ts';
import type { NoticeText } from './notice.tsx';
import type { SearchScope } from './search/search-client.ts';

/** Properties of sections of the account page about signing in, below the password. */
export interface AccountSignInProps {
  /** Whether the account has a password of this site. Otherwise an identity provider signs the user in. */
  isLocal: boolean;
  /** Shows a notice below the section. */
  onNotice(notice: NoticeText): void;
  /** Loads the list of sessions again, after a change that ends sessions. */
  onChanged(): void;
}

/** Properties of parts above the list of tokens on the account page: forms to create one. */
export interface AccountTokensProps {
  /** The tokens of the account, and the limits of the site. */
  tokens: CallAnswer<'GET /api/v1/account/tokens'>;
  /** Shows a notice below the section, or removes it. */
  onNotice(notice: NoticeText | undefined): void;
  /** Loads the list again. */
  onChanged(): void;
}

/** Properties of parts in the bar of the users page: buttons, and the dialogs that they open. */
export interface UsersActionsProps {
  /** The search and filters of the list. */
  filter: AccountSearch;
  /** Actions that this site allows administrators. Undefined until the list has been loaded. */
  can: CallAnswer<'GET /api/v1/accounts'>['can'] | undefined;
  /** Shows a notice above the list, or removes it. */
  onNotice(notice: NoticeText | undefined): void;
  /** Loads the list again. */
  onChanged(): void;
}

/** Properties of parts of the menu of a page: entries of its first group. */
export interface PageMenuProps {
  /** Path of the page. */
  path: string;
  /** Whether the page is in a category of the sidebar. */
  hasChapter: boolean;
}

/** Properties of parts above the hits of the search dialog, such as an answer to a question. */
export interface SearchAnswerProps {
  /** The text in the input. It changes with each letter. */
  query: string;
  /** The scope that the dialog searches: the same object as long as the dialog is open. */
  scope: SearchScope;
  /** Whether the reader isn't signed in, so that the API refuses them. */
  isVisitor: boolean;
  /** Closes the dialog, because the reader follows a link. */
  onOpen(): void;
}

/** Properties of parts of the search dialog before anything is typed, such as links to pages. */
export type SearchStartProps = Pick<SearchAnswerProps, 'isVisitor' | 'onOpen'>;
