import type { ReactNode } from 'react';
import { Button } from '../../button.tsx';
import { Icon } from './icons.tsx';
import type { Play } from './play.ts';

interface PlayerBarProps {
  isPlaying: boolean;
  canGoBack: boolean;
  /** The next step, if it needs no choice. */
  nextStep: Play | undefined;
  onPlay: () => void;
  onBack: () => void;
  onNext: (step: Play) => void;
  onRestart: () => void;
  /** Opens the window with the drawing. */
  onEnlarge: (() => void) | undefined;
}

/** The bar under the drawing. Its buttons stay where they are while the process is played. */
export function PlayerBar(props: PlayerBarProps) {
  const { isPlaying, canGoBack, nextStep, onPlay, onBack, onNext, onRestart, onEnlarge } = props;
  return (
    <div className="process-player__bar" role="toolbar" aria-label="Process">
      <Button
        aria-expanded={isPlaying}
        className={`process-player__play button${isPlaying ? '' : ' button--main'}`}
        onClick={onPlay}
      >
        <Icon name={isPlaying ? 'stop' : 'play'} />
        {isPlaying ? 'Stop playing' : 'Play'}
      </Button>
      {isPlaying && (
        <>
          <IconButton name="Back" isEnabled={canGoBack} onClick={onBack}>
            <Icon name="back" />
          </IconButton>
          <IconButton
            name="Next step"
            isEnabled={nextStep !== undefined}
            onClick={() => nextStep && onNext(nextStep)}
          >
            <Icon name="next" />
          </IconButton>
          <IconButton name="Start again" isEnabled={canGoBack} onClick={onRestart}>
            <Icon name="restart" />
          </IconButton>
        </>
      )}
      {onEnlarge && (
        <IconButton name="Enlarge" isEnabled onClick={onEnlarge}>
          <Icon name="enlarge" />
        </IconButton>
      )}
    </div>
  );
}

interface IconButtonProps {
  name: string;
  isEnabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A disabled button keeps the focus, so that readers can press it several times by keyboard. */
function IconButton({ name, isEnabled, onClick, children }: IconButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={name}
      title={name}
      aria-disabled={!isEnabled}
      onClick={() => isEnabled && onClick()}
    >
      {children}
    </button>
  );
}
