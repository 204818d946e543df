// Runs in a worker thread of `editSettings.ts`: takes one `TextEdit` as `workerData`, and posts its `EditedText`.
import { parentPort, workerData } from 'node:worker_threads';
import { editText, type TextEdit } from '../../core/connect/connectText.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion, unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(editText(workerData as TextEdit));
