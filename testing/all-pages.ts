import { engineFeatures } from '../src/features/index.ts';
import { commonPages, type OwnPage } from '../src/model/pages.ts';

/** Pages that every site has, and those of the features that come with the program. */
export const allPages: Readonly<Record<string, OwnPage>> = Object.assign(
  {},
  commonPages,
  ...engineFeatures.map(({ pages }) => pages),
);
