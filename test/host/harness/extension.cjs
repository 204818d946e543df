/**
 * Lives in the VS Code under test, beside the packaged extension. Takes function bodies over loopback, runs them with
 * `vscode` and `args` in scope and answers what they return, as JSON. The run that started this VS Code names in
 * REDLINE_HARNESS where to register, and the secret that every request must carry. Without it nothing happens.
 */
const http = require('node:http');
const { text } = require('node:stream/consumers');
const vscode = require('vscode');

const AsyncFunction = (async () => {}).constructor;

exports.activate = async (context) => {
  if (process.env.REDLINE_HARNESS === undefined) return;
  const { registerAt, secret } = JSON.parse(process.env.REDLINE_HARNESS);
  const server = http.createServer((request, response) => void serve(request, response, secret));
  const nothing = { invoke: () => new vscode.LanguageModelToolResult([]) };
  context.subscriptions.push({ dispose: () => server.close() }, vscode.lm.registerTool('harness_nothing', nothing));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  await fetch(registerAt, { method: 'POST', body: JSON.stringify({ port: server.address().port, secret }) });
};

async function serve(request, response, secret) {
  // Who asks may be at work when a connection that is kept ends, and would write into it.
  const head = { 'content-type': 'application/json', connection: 'close' };
  const answer = (body) => response.writeHead(200, head).end(JSON.stringify(body));
  if (request.headers.authorization !== secret) {
    response.writeHead(403).end();
    return;
  }
  try {
    const { body, args } = JSON.parse(await text(request));
    const value = await new AsyncFunction('vscode', 'args', body)(vscode, args);
    answer({ value: value ?? null });
  } catch (error) {
    answer({ error: { message: String(error?.message ?? error), stack: String(error?.stack ?? '') } });
  }
}
