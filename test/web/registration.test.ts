import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accountsApi } from '#core/accounts/api.ts';
import { registrationCodes } from '../support/accounts.ts';
import { startTestApp } from '../support/app.ts';
import { giveRole } from '../support/roles.ts';
import { visit } from './visitor.ts';
