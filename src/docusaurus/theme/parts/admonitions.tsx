import Admonition from '@theme/Admonition';
import type { ComponentProps, ReactElement } from 'react';

type Props = ComponentProps<typeof Admonition>;

/** The kinds of admonitions whose colours are those of Infima's alerts. */
const looksByAlert: Readonly<Record<string, string>> = {
  secondary: 'note',
  success: 'tip',
  info: 'info',
  warning: 'warning',
  danger: 'danger',
};

/** The frame of an admonition. Its class says how it looks: `alert alert--success`. */
export function AdmonitionLayout({ icon, title, ...rest }: Props): ReactElement {
  const { type = 'info' } = rest;
  const [, alert = ''] = /\balert--(\w+)/.exec(rest.className ?? '') ?? [];
  const isPlain = !title && !icon;
  return (
    <Admonition
      look={looksByAlert[alert] ?? type}
      {...rest}
      title={title ?? ''}
      icon={icon ?? ''}
      isPlain={isPlain}
    />
  );
}

function createType(look: string) {
  return ({ type = look, ...rest }: Props): ReactElement => <Admonition {...rest} type={type} look={look} />;
}

export const NoteType = createType('note');
export const TipType = createType('tip');
export const InfoType = createType('info');
export const WarningType = createType('warning');
export const CautionType = createType('caution');
export const DangerType = createType('danger');
