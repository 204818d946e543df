import assert from 'node:assert/strict';
import { listSystemSettingsFiles } from '../../../src/core/connect/systemSettings.ts';

describe('the settings of an organisation', () => {
  it('are a file of the system, or the one that a variable of the environment names', () => {
    assert.deepEqual(listSystemSettingsFiles('gemini', 'linux', {}), ['/etc/gemini-cli/settings.json']);
    assert.deepEqual(listSystemSettingsFiles('qwen', 'win32', {}), ['C:\\ProgramData\\qwen-code\\settings.json']);
    const environment = { QWEN_CODE_SYSTEM_SETTINGS_PATH: '/o.json', GEMINI_CLI_SYSTEM_SETTINGS_PATH: '' };
    assert.deepEqual(listSystemSettingsFiles('qwen', 'darwin', environment), ['/o.json']);
    assert.deepEqual(listSystemSettingsFiles('gemini', 'linux', environment), ['/etc/gemini-cli/settings.json']);
    assert.deepEqual(listSystemSettingsFiles('codex', 'linux', {}), []);
  });
});
