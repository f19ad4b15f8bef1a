import type { Client } from '@modelcontextprotocol/client';
import questions from '../site/tests/tool-questions.json' with { type: 'json' };
import { callTool } from './mcp.ts';

/** The number of sections to read for a question, in search order. Whole pages are read around the first ones. */
const SECTIONS_READ = 4;
const PAGES_READ = 2;

export interface Asked {
  questions: number;
  /** Questions whose answer wasn't in the text that was read. */
  missed: string[];
  calls: number;
  /** The total size of the tools' answers. */
  bytes: number;
}

/** Asks the site's questions through the tools alone. It only searches and reads, without a model. */
export async function askThroughTools(client: Client): Promise<Asked> {
  const summary: Asked = { questions: questions.length, missed: [], calls: 0, bytes: 0 };
  for (const { question, name, passage } of questions) {
    const texts = question === undefined ? await lookUp(client, name ?? '') : await read(client, question);
    summary.calls += texts.length;
    summary.bytes += texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    if (!texts.some((text) => text.includes(passage))) summary.missed.push(question ?? name ?? '');
  }
  return summary;
}

async function read(client: Client, question: string): Promise<string[]> {
  const { text } = await callTool(client, 'search', { query: question });
  const texts = [text];
  const sections = [...text.matchAll(/^ {3}(http\S+)$/gm)].map(([, address]) => address ?? '');
  const pages = [...new Set(sections.map((address) => address.replace(/#.*$/, '')))];
  for (const address of [...sections.slice(0, SECTIONS_READ), ...pages.slice(0, PAGES_READ)])
    texts.push((await callTool(client, 'read_page', { address })).text);
  return texts;
}

async function lookUp(client: Client, name: string): Promise<string[]> {
  return [(await callTool(client, 'look_up', { name })).text];
}
