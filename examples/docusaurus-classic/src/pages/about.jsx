import Layout from '@theme/Layout';

export default function About() {
  return (
    <Layout title="About">
      <main className="container">
        <h1>About Orchard</h1>
        <p>Orchard is made by people who grow apples.</p>
      </main>
    </Layout>
  );
}
