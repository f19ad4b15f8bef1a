import type { StandaloneContext } from '../src/ui/page-data.ts';
export default function Home({ config }: StandaloneContext) {
  return <h1>{config.name}</h1>;
}
