import { engineFeatures } from '../src/features/index.ts';
import { collectDataFiles } from '../src/storage/data-file.ts';

/** The data files of an installation with all features that come with the program. */
export const allDataFiles = collectDataFiles(engineFeatures);
