// Runs one command in the sandbox of Claude Code: the real program with the user's settings, and a scripted model on
// the loopback interface that requests only this command. Uses no account; nothing leaves the machine.
import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { isRecord } from '../../core/connect/json/jsonNodes.ts';
import { parseFields } from '../../core/endpoint/parseJson.ts';
import { killAfter } from '../agents/programs.ts';

/** Timeout of the program, in milliseconds. Long, since it is a large program. */
const runTimeoutMs = 45_000;

export interface ClaudeRun {
  /** Output of the command; undefined if it did not run. */
  readonly commandOutput: string | undefined;
  /** Names of the tools that the program offered the model. */
  readonly tools: readonly string[];
  /** Output of Claude Code itself, or the message of the error that kept it from starting. */
  readonly programOutput: string;
}

/** Runs a command in the sandbox of Claude Code. Never rejects. */
export async function runInClaude(
  program: string,
  cwd: string,
  command: string,
  limitMs = runTimeoutMs,
): Promise<ClaudeRun> {
  let commandOutput: string | undefined;
  let tools: readonly string[] = [];
  const server = createServer((request, response) => {
    const reply = (body: string): void => {
      const modelRequest = readModelRequest(request, body);
      if (modelRequest.tools.length > 0) tools = modelRequest.tools;
      if (modelRequest.commandOutput !== undefined) ({ commandOutput } = modelRequest);
      const { contentType, text } = createReply(modelRequest, command);
      response.writeHead(200, { 'content-type': contentType }).end(text);
    };
    // The program may end while it sends.
    void readText(request).then(reply, () => response.destroy());
  });
  const programOutput = await listen(server)
    .then((url) => runProgram(program, cwd, url, limitMs))
    .catch((error: Error) => error.message);
  server.closeAllConnections();
  server.close();
  return { commandOutput, tools, programOutput };
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`);
    });
  });
}

/**
 * Runs Claude Code, and returns its output. Switches off other model providers, hooks and MCP servers, so that it calls
 * only the scripted model, and allows Bash without a question. @throws a system error if it cannot be started
 */
function runProgram(program: string, cwd: string, url: string, limitMs: number): Promise<string> {
  const env = {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'none',
    ANTHROPIC_AUTH_TOKEN: '',
    CLAUDE_CODE_USE_BEDROCK: '',
    CLAUDE_CODE_USE_VERTEX: '',
    CLAUDE_CODE_USE_FOUNDRY: '',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // Otherwise tools that write could be hidden until the model searches for them.
    ENABLE_TOOL_SEARCH: 'false',
  };
  // Settings on the command line override those of files, whose `env` could name another server.
  const settings = JSON.stringify({ env, disableAllHooks: true });
  const prompt = ['-p', 'Try the sandbox.'];
  const flags = ['--settings', settings, '--allowedTools', 'Bash', '--strict-mcp-config', '--no-session-persistence'];
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...prompt, ...flags], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    killAfter(child, limitMs);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => void (output += text));
    child.on('error', reject);
    child.on('close', () => resolve(output));
  });
}

/** A request to the model. */
interface ModelRequest {
  /** Names of the offered tools; empty for any request but one for the model's turn. */
  readonly tools: readonly string[];
  /** Output of the command; undefined before it has run. */
  readonly commandOutput: string | undefined;
  readonly isStream: boolean;
}

function readModelRequest({ url = '' }: IncomingMessage, body: string): ModelRequest {
  const fields = parseFields(body) ?? {};
  // Tests the URL, since requests other than turns, such as those to count tokens, have tools, too.
  const isTurn = /\/messages(?:\?|$)/.test(url);
  const tools = collectRecords(fields['tools']).flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
  const blocks = collectRecords(fields['messages']).flatMap(({ content }) => collectRecords(content));
  const results = blocks.filter(({ type }) => type === 'tool_result').map(({ content }) => joinText(content));
  return { tools: isTurn ? tools : [], commandOutput: results.at(-1), isStream: fields['stream'] === true };
}

function collectRecords(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The text of a tool's result, which is a string or a list of blocks. */
function joinText(content: unknown): string {
  if (typeof content === 'string') return content;
  return collectRecords(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('\n');
}

/** The scripted model's reply: a call of Bash with the command; a closing text once that has run, or without Bash. */
function createReply(
  { tools, commandOutput, isStream }: ModelRequest,
  command: string,
): { readonly contentType: string; readonly text: string } {
  const block = tools.includes('Bash') && commandOutput === undefined ? createToolCall(command) : textBlock;
  if (isStream) return { contentType: 'text/event-stream', text: createEvents(block) };
  const message = { ...messageFields, ...createStopFields(block), content: [block.whole] };
  return { contentType: 'application/json', text: JSON.stringify(message) };
}

const messageFields = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5',
  content: [],
  usage: { input_tokens: 1, output_tokens: 1 },
};

/** A block of the reply: as a whole, and as streamed in a start and one delta. */
interface ContentBlock {
  readonly whole: { readonly type: string; readonly [key: string]: unknown };
  readonly start: object;
  readonly delta: object;
}

const textBlock: ContentBlock = {
  whole: { type: 'text', text: 'Done.' },
  start: { type: 'text', text: '' },
  delta: { type: 'text_delta', text: 'Done.' },
};

/** The tool call with the command. Also asks to leave the sandbox, which must not be granted. */
function createToolCall(command: string): ContentBlock {
  const call = { type: 'tool_use', id: 'toolu_1', name: 'Bash' };
  const input = { command, description: 'Try the sandbox', dangerouslyDisableSandbox: true };
  return {
    whole: { ...call, input },
    start: { ...call, input: {} },
    delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) },
  };
}

function createStopFields({ whole }: ContentBlock): object {
  return { stop_reason: whole.type === 'tool_use' ? 'tool_use' : 'end_turn', stop_sequence: null };
}

/** The reply as server-sent events of the Messages API. */
function createEvents(block: ContentBlock): string {
  const events: readonly ({ readonly type: string } & Readonly<Record<string, unknown>>)[] = [
    { type: 'message_start', message: { ...messageFields, stop_reason: null, stop_sequence: null } },
    { type: 'content_block_start', index: 0, content_block: block.start },
    { type: 'content_block_delta', index: 0, delta: block.delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: createStopFields(block), usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}
