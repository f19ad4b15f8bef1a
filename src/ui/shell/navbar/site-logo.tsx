import type { Logo } from '../../navigation-data.ts';

/** Logo of the site. With one for each theme, the style shows the right one, so that nothing flashes. */
export function SiteLogo({ logo, className }: { logo: Logo; className: string }) {
  const { src, srcDark, alt, width, height } = logo;
  const classes = [className, logo.className].filter(Boolean).join(' ');
  if (srcDark === undefined)
    return <img className={classes} src={src} alt={alt} width={width} height={height} />;
  return (
    <>
      <img className={`${classes} of-light-theme`} src={src} alt={alt} width={width} height={height} />
      <img className={`${classes} of-dark-theme`} src={srcDark} alt={alt} width={width} height={height} />
    </>
  );
}
