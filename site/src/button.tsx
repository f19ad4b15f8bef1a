import type { ComponentProps } from 'react';

/** A button in a live part. It doesn't submit a form. */
export function Button(props: ComponentProps<'button'>) {
  return <button type="button" className="button" {...props} />;
}
