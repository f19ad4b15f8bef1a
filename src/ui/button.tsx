import type { ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'button'>, 'className'> {
  /** `quiet-danger`: leads to a dialog that has the `danger` button. */
  look?: 'main' | 'danger' | 'quiet-danger' | undefined;
}

export function Button({ type = 'button', look, ...rest }: Props) {
  return <button type={type} className={look ? `button button--${look}` : 'button'} {...rest} />;
}

/** Submit button for the main action of a form. */
export function SubmitButton(props: Omit<Props, 'type' | 'look'>) {
  return <Button type="submit" look="main" {...props} />;
}
