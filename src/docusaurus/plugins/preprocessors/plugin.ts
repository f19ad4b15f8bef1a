import { type Settings, toList, toSettings } from '../../config-notes.ts';
import type { KnownPackage, KnownPackages } from '../plugin.ts';

const preprocessor: KnownPackage = {
  verdict: 'works',
  why: 'style sheets are compiled with the package `sass` or `less` that the site has installed',
  read(options, { name, settings }) {
    Object.assign(settings.preprocessors, readLoaderOptions(name, options));
  },
};

export const preprocessors: KnownPackages = {
  'docusaurus-plugin-sass': preprocessor,
  'docusaurus-plugin-less': preprocessor,
};

/** Options of `sass-loader` or `less-loader` for Vite, without functions, which can't be passed to its workers. */
function readLoaderOptions(name: string, options: unknown): Record<string, Settings> {
  const { sassOptions, lessOptions, additionalData } = toSettings(options);
  const { includePaths, loadPaths, ...otherOptions } = toSettings(
    name.includes('less') ? lessOptions : sassOptions,
  );
  const folders = [...toList(includePaths), ...toList(loadPaths)];
  const loaderOptions = {
    ...otherOptions,
    ...(folders.length > 0 ? { [name.includes('less') ? 'paths' : 'loadPaths']: folders } : {}),
    additionalData,
  };
  const plain = Object.fromEntries(
    Object.entries(loaderOptions).filter(([, value]) => value !== undefined && typeof value !== 'function'),
  );
  return name.includes('less') ? { less: plain } : { scss: plain, sass: plain };
}
