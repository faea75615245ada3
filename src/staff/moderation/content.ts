import type { Call, Context } from '#area/context.ts';
import type { ModeratedKind, SettableKind } from '#area/moderated.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { findReports, logModeratorAction, presentReports, settableStates } from '#core/reports/index.ts';

/**
 * Builds the moderators' calls for every kind of content: one that reads it and, if it has a state, one that sets it.
 * They are derived from the areas' declarations, so nothing here depends on the content.
 */
export const buildContentApi = (kinds: readonly ModeratedKind[]) =>
  mapCallsByOperation<Endpoint>(
    kinds,
    ({ readEndpoint }) => readEndpoint,
    ({ endpoint }) => endpoint,
  );

/** The handlers of `buildContentApi`. */
export const contentHandlers = (context: Context, kinds: readonly ModeratedKind[]) =>
  mapCallsByOperation<ReturnType<typeof readContent> | ReturnType<typeof setContentState>>(
    kinds,
    (kind) => readContent(context, kind),
    setContentState,
  );

/** One value per call, by the name of its operation. */
function mapCallsByOperation<Value>(
  kinds: readonly ModeratedKind[],
  forReading: (kind: ModeratedKind) => Value,
  forSetting: (settable: SettableKind) => Value,
): Readonly<Record<string, Value>> {
  const calls: Record<string, Value> = {};
  for (const kind of kinds) {
    const { word, settable } = kind;
    calls[word] = forReading(kind);
    if (settable) calls[`set${word.charAt(0).toUpperCase()}${word.slice(1)}State`] = forSetting(settable);
  }
  return calls;
}

/** Returns content with its reports, newest first (moderation rules M1 and M5). */
function readContent(context: Context, kind: ModeratedKind) {
  return ({ caller, params }: Call<ModeratedKind['readEndpoint']>) => ({
    ...kind.read(context, caller, params),
    reports: presentReports(
      context,
      kind
        .listReportTargets(params)
        .flatMap((target) => findReports(context.db, target))
        .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime()),
    ),
  });
}

/** Sets the state of content, even to the current one (moderation rules M1 and M2). */
function setContentState(kind: SettableKind) {
  return ({ caller, params, body, write }: Call<SettableKind['endpoint']>) =>
    write((context) => {
      const content = kind.getContent(context, caller, params);
      const { state, action } = settableStates[params.state];
      kind.setState(context, params, state);
      logModeratorAction(context, caller, action, content, body);
    });
}
