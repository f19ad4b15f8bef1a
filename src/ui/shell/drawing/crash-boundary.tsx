import * as texts from 'virtual:site/texts';
import { Component, type ReactNode } from 'react';

interface State {
  crash: { error: unknown } | undefined;
}

/** Contains a crash of the page, so that the rest of the site stays usable. */
export class CrashBoundary extends Component<{ children: ReactNode; siteName: string }, State> {
  override state: State = { crash: undefined };
  private titleBefore = '';

  static getDerivedStateFromError(error: unknown): State {
    return { crash: { error } };
  }

  override componentDidCatch(): void {
    this.titleBefore = document.title;
    document.title = `${texts.pageError} | ${this.props.siteName}`;
  }

  private readonly tryAgain = () => {
    document.title = this.titleBefore;
    this.setState({ crash: undefined });
  };

  override render(): ReactNode {
    const { crash } = this.state;
    if (!crash) return this.props.children;
    return (
      <div className="crash" role="alert">
        <h1>{texts.pageCrashed}</h1>
        <button type="button" className="button" onClick={this.tryAgain}>
          {texts.tryAgain}
        </button>
        {listMessages(crash.error).map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed chain, and two causes may say the same
          <pre key={index}>{message}</pre>
        ))}
      </div>
    );
  }
}

/** Messages of an error and its causes. */
function listMessages(error: unknown): string[] {
  const messages: string[] = [];
  const seen = new Set<unknown>();
  for (let current = error; current !== undefined && !seen.has(current); ) {
    seen.add(current);
    messages.push(current instanceof Error ? current.message : String(current));
    current = current instanceof Error ? current.cause : undefined;
  }
  return messages;
}
