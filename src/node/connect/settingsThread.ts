// The code of the thread that edits one large settings file: takes a `TextEdit`, posts its `EditedText`, ends.
// Started by `editSettings.ts`.
import { parentPort, workerData } from 'node:worker_threads';
import { editText, type TextEdit } from '../../core/connect/connectText.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion, unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(editText(workerData as TextEdit));
