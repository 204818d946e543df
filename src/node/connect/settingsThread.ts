// The code of the thread that edits one large settings file: takes a `SettingsEdit`, posts its `EditedSettings`, ends.
// Started by `editSettings.ts`.
import { parentPort, workerData } from 'node:worker_threads';
import { editSettingsText, type SettingsEdit } from '../../core/connect/connectText.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion, unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(editSettingsText(workerData as SettingsEdit));
