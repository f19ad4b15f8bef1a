/** `gatehouse/live`: what live parts of a site can import from the shell. */
export {
  type Enlargeable,
  EnlargeWindow,
  type EnlargeWindowProps,
} from './article/enlarge/enlarge-window.tsx';
export { useTabChoice } from './live/tabs/tabs.tsx';
