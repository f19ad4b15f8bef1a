import * as texts from 'virtual:site/texts';
import { Component, type ReactNode } from 'react';
import { LoadError } from '../shell/drawing/loading.tsx';

/** Props of a live component, from the page. `slots`: on the server only, see `UiRenderer`. */
export interface LiveComponentProps {
  slots?: readonly string[];
  [name: string]: unknown;
}

/** Shows an error of a live part in its place. */
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
