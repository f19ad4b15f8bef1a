import * as texts from 'virtual:site/texts';
import { Component, type ReactNode } from 'react';
import { LoadError } from '../shell/loading.tsx';

/** Props of a live component as they are in the page. `slots`: on the server only, see `UiRenderer`. */
export interface LiveComponentProps {
  slots?: readonly string[];
  [name: string]: unknown;
}

/** An error inside a live part shows in its own place. */
export class LiveBoundary extends Component<{ children: ReactNode }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    return <LoadError message={texts.livePartFailed} onRetry={() => this.setState({ crashed: false })} />;
  }
}
