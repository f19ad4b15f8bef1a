import { createElement } from 'react';
     import { createRoot } from 'react-dom/client';
     import { liteClient } from 'algoliasearch/lite';
     import { DocSearch } from 'docsearch-react-5';
     const host = { url: location.hostname, port: Number(location.port), protocol: 'http', accept: 'readWrite' };
     const client = liteClient('app', 'key', { hosts: [host] });
     createRoot(document.getElementById('root')).render(createElement(DocSearch, {
       appId: 'app', apiKey: 'key', indexName: 'docs', indices: ['docs'], insights: false, transformSearchClient: () => client,
     }));