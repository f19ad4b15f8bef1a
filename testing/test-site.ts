import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BuildResult, buildSite } from '../src/build/build.ts';
import { discardCache, resolveCacheFile } from '../src/build/cache/cache-files.ts';
import type { BuildEnvironment } from '../src/build/folders.ts';
import { silentProgress } from '../src/build/progress.ts';
import { toBuildFeatures } from '../src/features/feature.ts';
import { engineFeatures } from '../src/features/index.ts';
import type { Manifest } from '../src/model/manifest.ts';
import { joinBasePath } from '../src/model/urls.ts';
import { listFolder } from '../src/shared/if-present.ts';

export const projectDir = path.resolve(import.meta.dirname, '..');

/** A docs folder on disk, and what is built from it. The UI is bundled once for all of them. */
export class TestSite implements Disposable {
  readonly root = mkdtempSync(path.join(tmpdir(), 'site-'));
  readonly distDir: string;
  readonly docsDir: string;

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.docsDir = path.join(this.root, 'docs');
    this.distDir = path.join(this.root, 'dist');
    mkdirSync(this.docsDir);
    for (const [file, text] of Object.entries(files)) this.write(file, text);
  }

  /** `file` is relative to the folder around the docs folder. */
  write(file: string, content: string | Uint8Array): void {
    const fullPath = path.join(this.root, file);
    mkdirSync(path.dirname(fullPath), { recursive: true });
    writeFileSync(fullPath, content);
  }

  remove(file: string): void {
    rmSync(path.join(this.root, file));
  }

  environment(more: Partial<BuildEnvironment> = {}): Omit<BuildEnvironment, 'features'> {
    return {
      SITE_DIR: this.root,
      DATA_DIR: path.join(this.root, 'data'),
      BACKUP_DIR: undefined,
      DIST_DIR: this.distDir,
      MARKDOWN_FORMAT: 'mdx',
      BROKEN_LINKS: undefined,
      BROKEN_DOCUMENTS: 'fail',
      RELEASES_KEEP: 10,
      ...more,
    };
  }

  build(more: Partial<BuildEnvironment> = {}): Promise<BuildResult> {
    return buildSite({
      environment: { ...this.environment(more), features: more.features ?? toBuildFeatures(engineFeatures) },
      workDir: projectDir,
      progress: silentProgress,
      keepsThreads: true,
    });
  }

  /** The page's HTML as it is served. */
  page(url: string): string | undefined {
    return this.served().get(url);
  }

  /** Address → content of every page and data file, and `site.json`, of what is published. */
  served(): Map<string, string> {
    const read = (file: string) => readFileSync(path.join(this.distDir, file), 'latin1');
    const { basePath, entries }: Pick<Manifest, 'basePath' | 'entries'> = JSON.parse(read('manifest.json'));
    return new Map([
      ...entries.map(({ url, file }) => [joinBasePath(url, basePath), read(file)] as const),
      ['site.json', read('site.json')] as const,
      ['manifest.json', read('manifest.json')] as const,
    ]);
  }

  distFiles(): string[] {
    return readdirSync(this.distDir, { recursive: true, encoding: 'utf8' }).sort();
  }

  /** The next build of this folder starts from nothing, in every language. */
  forgetCache(): void {
    const name = path.basename(this.cacheFile, '.sqlite');
    const cacheDir = path.dirname(this.cacheFile);
    for (const file of listFolder(cacheDir).filter(
      (each) => each.startsWith(name) && each.endsWith('.sqlite'),
    ))
      discardCache(path.join(cacheDir, file));
  }

  get cacheFile(): string {
    return resolveCacheFile(path.join(projectDir, '.cache'), this.docsDir);
  }

  [Symbol.dispose](): void {
    this.forgetCache();
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Errors, as `code file:line`. */
export function listErrors({ problems }: Pick<BuildResult, 'problems'>): string[] {
  return problems
    .filter((problem) => problem.severity === 'error')
    .map(({ code, file, line }) =>
      [code, [file, line].filter((part) => part !== undefined).join(':')].join(' ').trim(),
    );
}
