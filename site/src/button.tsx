import type { ComponentProps } from 'react';

/** A button of a live part, which sends no form. */
export function Button(props: ComponentProps<'button'>) {
  return <button type="button" className="button" {...props} />;
}
