import type { Client } from '@modelcontextprotocol/client';
import questions from '../site/tests/tool-questions.json' with { type: 'json' };
import { callTool } from './mcp.ts';

/** Sections that are read for a question, in the order of the search, and whole pages around the first of them. */
const SECTIONS_READ = 4;
const PAGES_READ = 2;

export interface Asked {
  questions: number;
  /** Of which the answer's passage is not among what was read. */
  missed: string[];
  calls: number;
  /** Of the tools' answers, in all. */
  bytes: number;
}

/** Asks the site's questions through the tools alone: follows the search and reads, and understands nothing. */
export async function askThroughTools(client: Client): Promise<Asked> {
  const asked: Asked = { questions: questions.length, missed: [], calls: 0, bytes: 0 };
  for (const { question, name, passage } of questions) {
    const texts = question === undefined ? await lookUp(client, name ?? '') : await read(client, question);
    asked.calls += texts.length;
    asked.bytes += texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    if (!texts.some((text) => text.includes(passage))) asked.missed.push(question ?? name ?? '');
  }
  return asked;
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
