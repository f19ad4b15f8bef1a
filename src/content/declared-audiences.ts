import picomatch from 'picomatch';
import { readAudience, type WrittenAudience } from '../config/audience.ts';
import { PUBLIC, READERS } from '../config/constants.ts';
import type { SiteConfig } from '../config/site-config.ts';
import { type Audience, audienceText, covers, toAudience } from '../model/audience.ts';
import { canonicalData, canonicalText } from '../shared/canonical-text.ts';
import { pathFrom } from '../shared/file-paths.ts';
import { didYouMean } from '../shared/near-name.ts';
import type { Problem } from '../shared/problem.ts';
import type { ParsedDoc } from './parsed-doc.ts';

/** An audience and where somebody says it. */
export interface Declared {
  written: WrittenAudience;
  /** As it is shown. */
  file?: string | undefined;
  line?: number | undefined;
}

interface ParsedFile {
  parsed: Pick<ParsedDoc, 'frontMatter' | 'keyLines'>;
  file: string;
}

/** What a file's front matter says. A translation is for those of its original, and may name fewer. */
export function declaredIn(own: ParsedFile, original?: ParsedFile): Declared[] {
  const said = ({ parsed, file }: ParsedFile): Declared[] => {
    const { audience } = parsed.frontMatter;
    return audience === undefined ? [] : [{ written: audience, file, line: parsed.keyLines.audience }];
  };
  const first = original ? said(original) : [];
  return [
    ...said(own),
    ...first.map((one) => ({ ...one, written: { for: [...readAudience(one.written).names], limit: true } })),
  ];
}

/** The patterns of the configuration: which files each is for. */
const patternsOf = (audiences: SiteConfig['audiences']) =>
  audiences.map(({ files, audience }) => {
    const matches = picomatch(canonicalData(files), { dot: true });
    return { fits: (file: string) => matches(canonicalText(file)), audience };
  });

/** Whom files are there for by the patterns of the configuration: for what is no page. */
export function fileAudiences({
  audiences,
}: Pick<SiteConfig, 'audiences'>): (file: string) => Audience | undefined {
  const patterns = patternsOf(audiences);
  return (file) => {
    const found = patterns.find(({ fits }) => fits(file));
    return found && toAudience(readAudience(found.audience).names);
  };
}

export interface AudienceConfig extends Pick<SiteConfig, 'groups' | 'audiences' | 'publicPages'> {
  /** The configuration, as it is shown. */
  configFile: string;
}

/** Which of all that is said counts, and what is wrong with it. */
export class DeclaredAudiences {
  readonly problems: Problem[] = [];
  readonly #config: AudienceConfig;
  readonly #siteDir: string;
  readonly #groups: ReadonlySet<string>;
  readonly #patterns: ReturnType<typeof patternsOf>;
  readonly #reported = new Set<string>();

  constructor(config: AudienceConfig, siteDir: string) {
    this.#config = config;
    this.#siteDir = siteDir;
    this.#groups = new Set(config.groups.map(({ name }) => name));
    this.#patterns = patternsOf(config.audiences);
  }

  ofConfig(written: WrittenAudience | undefined): Declared[] {
    return written === undefined ? [] : [{ written, file: this.#config.configFile }];
  }

  byPattern(files: readonly string[]): Declared[] {
    const names = files.map((file) => pathFrom(this.#siteDir, file));
    const found = this.#patterns.find(({ fits }) => names.some((name) => fits(name)));
    return this.ofConfig(found?.audience);
  }

  /** The nearest one, held to the limits of all others. `between`: said where nobody can be blamed. */
  resolve(near: readonly Declared[], between?: Audience, far: readonly Declared[] = []): Audience {
    for (const declared of [...near, ...far])
      for (const name of readAudience(declared.written).names) this.known(name, declared);
    const [nearest] = near;
    const [farthest] = far;
    const audience = nearest
      ? toAudience(readAudience(nearest.written).names)
      : (between ?? (farthest ? toAudience(readAudience(farthest.written).names) : READERS));
    for (const limit of [...near.slice(1), ...far]) {
      const { names, limit: holds } = readAudience(limit.written);
      if (!holds || covers(toAudience(names), audience)) continue;
      const message = `It is for ${audienceText(audience)}, and ${limit.file ?? 'what is above it'} lets nothing be for more than ${audienceText(toAudience(names))}.`;
      this.report('audience-limit', message, nearest ?? limit);
    }
    return audience;
  }

  known(name: string, where: Pick<Declared, 'file' | 'line'>): void {
    if (name === PUBLIC && !this.#config.publicPages)
      this.report(
        'audience-public',
        'This site has no public pages. Where everybody may read some of it without signing in, say so in the configuration: publicPages: true. Else name readers, or groups.',
        where,
      );
    if (name === PUBLIC || name === READERS || this.#groups.has(name)) return;
    const hint = didYouMean(name, [...this.#groups, READERS]);
    const message = `There is no group "${name}".${hint} Groups are declared in the configuration: groups: ['${name}'].`;
    this.report('audience', message, where);
  }

  report(code: string, message: string, { file, line }: Pick<Declared, 'file' | 'line'>): void {
    const key = JSON.stringify([message, file, line]);
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.problems.push({ code, severity: 'error', file, line, message });
  }
}
