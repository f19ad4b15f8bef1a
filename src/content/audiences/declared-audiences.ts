import picomatch from 'picomatch';
import { readAudience, type WrittenAudience } from '../../config/audience.ts';
import { PUBLIC, READERS } from '../../config/constants.ts';
import type { SiteConfig } from '../../config/site-config.ts';
import { type Audience, covers, describeAudience, toAudience } from '../../model/audience.ts';
import { toCanonicalData, toCanonicalText } from '../../shared/canonical-text.ts';
import { formatPathFrom } from '../../shared/file-paths.ts';
import { didYouMean } from '../../shared/near-name.ts';
import type { Problem } from '../../shared/problem.ts';
import type { ParsedDoc } from '../documents/parsed-doc.ts';

/** An audience with the place where it's declared. */
export interface DeclaredAudience {
  written: WrittenAudience;
  /** Path for display. */
  file?: string | undefined;
  line?: number | undefined;
}

interface ParsedFile {
  parsed: Pick<ParsedDoc, 'frontMatter' | 'keyLines'>;
  file: string;
}

/** Reads the audience in the front matter of a file. A translation is limited to the audience of its original. */
export function readDeclaredAudiences(file: ParsedFile, original?: ParsedFile): DeclaredAudience[] {
  const listDeclarations = ({ parsed, file }: ParsedFile): DeclaredAudience[] => {
    const { audience } = parsed.frontMatter;
    return audience === undefined ? [] : [{ written: audience, file, line: parsed.keyLines.audience }];
  };
  const fromOriginal = original ? listDeclarations(original) : [];
  return [
    ...listDeclarations(file),
    ...fromOriginal.map((original) => ({
      ...original,
      written: { for: [...readAudience(original.written).names], limit: true },
    })),
  ];
}

/** Compiles the patterns of the configuration that give files an audience. */
const compilePatterns = (audiences: SiteConfig['audiences']) =>
  audiences.map(({ files, audience }) => {
    const matches = picomatch(toCanonicalData(files), { dot: true });
    return { fits: (file: string) => matches(toCanonicalText(file)), audience };
  });

/**
 * Creates a function that finds the audience of a file by the patterns of the configuration, for files without a page.
 */
export function createFileAudiences({
  audiences,
}: Pick<SiteConfig, 'audiences'>): (file: string) => Audience | undefined {
  const patterns = compilePatterns(audiences);
  return (file) => {
    const pattern = patterns.find(({ fits }) => fits(file));
    return pattern && toAudience(readAudience(pattern.audience).names);
  };
}

export interface AudienceConfig extends Pick<SiteConfig, 'groups' | 'audiences' | 'publicPages'> {
  /** Path of the configuration for display. */
  configFile: string;
}

/** Decides which of the declared audiences applies to a page, and collects problems. */
export class DeclaredAudiences {
  readonly problems: Problem[] = [];
  readonly #config: AudienceConfig;
  readonly #siteDir: string;
  readonly #groups: ReadonlySet<string>;
  readonly #patterns: ReturnType<typeof compilePatterns>;
  readonly #reported = new Set<string>();

  constructor(config: AudienceConfig, siteDir: string) {
    this.#config = config;
    this.#siteDir = siteDir;
    this.#groups = new Set(config.groups.map(({ name }) => name));
    this.#patterns = compilePatterns(config.audiences);
  }

  /** Declares an audience that the configuration sets. */
  declareFromConfig(audience: WrittenAudience | undefined): DeclaredAudience[] {
    return audience === undefined ? [] : [{ written: audience, file: this.#config.configFile }];
  }

  declareFromPatterns(files: readonly string[]): DeclaredAudience[] {
    const names = files.map((file) => formatPathFrom(this.#siteDir, file));
    const pattern = this.#patterns.find(({ fits }) => names.some((name) => fits(name)));
    return this.declareFromConfig(pattern?.audience);
  }

  /**
   * Returns the nearest declared audience and reports it if it exceeds the limit of another one. `fallback` applies
   * when nothing near is declared.
   */
  resolve(
    nearDeclarations: readonly DeclaredAudience[],
    fallback?: Audience,
    far: readonly DeclaredAudience[] = [],
  ): Audience {
    for (const declaration of [...nearDeclarations, ...far])
      for (const name of readAudience(declaration.written).names) this.checkName(name, declaration);
    const [nearest] = nearDeclarations;
    const [farthest] = far;
    const audience = nearest
      ? toAudience(readAudience(nearest.written).names)
      : (fallback ?? (farthest ? toAudience(readAudience(farthest.written).names) : READERS));
    for (const limit of [...nearDeclarations.slice(1), ...far]) {
      const { names, limit: isLimit } = readAudience(limit.written);
      if (!isLimit || covers(toAudience(names), audience)) continue;
      const message = `The audience is ${describeAudience(audience)}, but ${limit.file ?? 'a declaration above it'} allows at most ${describeAudience(toAudience(names))}. Choose a narrower audience.`;
      this.report('audience-limit', message, nearest ?? limit);
    }
    return audience;
  }

  /** Reports a name that isn't a group, and `public` on a site without public pages. */
  checkName(name: string, where: Pick<DeclaredAudience, 'file' | 'line'>): void {
    if (name === PUBLIC && !this.#config.publicPages)
      this.report(
        'audience-public',
        'This site has no public pages. To let people read pages without signing in, set publicPages: true in the configuration. Otherwise name readers or groups.',
        where,
      );
    if (name === PUBLIC || name === READERS || this.#groups.has(name)) return;
    const hint = didYouMean(name, [...this.#groups, READERS]);
    const message = `No group is called "${name}".${hint} Declare groups in the configuration: groups: ['${name}'].`;
    this.report('audience', message, where);
  }

  report(code: string, message: string, { file, line }: Pick<DeclaredAudience, 'file' | 'line'>): void {
    const key = JSON.stringify([message, file, line]);
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.problems.push({ code, severity: 'error', file, line, message });
  }
}
