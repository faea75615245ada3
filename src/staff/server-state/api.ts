import { minimum } from '#contract/access.ts';
import { endpoint } from '#contract/endpoint.ts';
import { BoxData, BoxHistoryData, ReadinessData } from './records.ts';

export const serverStateApi = {
  box: endpoint({
    method: 'GET',
    path: '/admin/box',
    access: minimum('tho'),
    response: BoxData,
    summary: 'Get the state of the server: disks, people, requests, jobs, lock-outs, clock and problems',
  }),
  readiness: endpoint({
    method: 'GET',
    path: '/admin/box/readiness',
    access: minimum('tho'),
    response: ReadinessData,
    summary: 'Check readiness for the sailing, with what to do about each problem',
  }),
  history: endpoint({
    method: 'GET',
    path: '/admin/box/history',
    access: minimum('tho'),
    response: BoxHistoryData,
    summary: 'List figures of the last day, every ten minutes',
  }),
};
