export { fillText } from '../shared/fill-text.ts';
