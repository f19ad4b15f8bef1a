import * as texts from 'virtual:site/texts';
import { Component, type ReactNode } from 'react';
import { LoadError } from '../shell/loading.tsx';

/** Props of a live component as they are in the page. `slots`: on the server only, see `UiRenderer`. */
export interface LiveComponentProps {
  slots?: readonly string[];
  [name: string]: unknown;
}

interface State {
  crashed: boolean;
}

/** An error inside a live part shows in its own place. */
export class LiveBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { crashed: false };

  static getDerivedStateFromError(): State {
    return { crashed: true };
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    return <LoadError message={texts.livePartFailed} onRetry={() => this.setState({ crashed: false })} />;
  }
}
