import { minimum } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { BoxData, BoxHistoryData, ReadinessData } from './records.ts';

export const boxApi = {
  box: endpoint({
    method: 'GET',
    path: '/admin/box',
    access: minimum('tho'),
    response: BoxData,
    summary: 'How the box is: disks, people, requests, jobs, lock-outs, clock, and what is wrong',
  }),
  readiness: endpoint({
    method: 'GET',
    path: '/admin/box/readiness',
    access: minimum('tho'),
    response: ReadinessData,
    summary: 'Whether everything is ready for the sailing, line by line, and what to do where it is not',
  }),
  history: endpoint({
    method: 'GET',
    path: '/admin/box/history',
    access: minimum('tho'),
    response: BoxHistoryData,
    summary: 'How the box was through the last day, every ten minutes',
  }),
};
