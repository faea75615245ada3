import { area } from '#area/area.ts';
import { feedbackApi } from './api.ts';
import { feedbackHandlers } from './handlers.ts';

export const feedback = area({ name: 'feedback', api: feedbackApi, handlers: feedbackHandlers });
