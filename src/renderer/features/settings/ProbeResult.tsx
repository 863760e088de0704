import type { Result } from '@shared/errors';
import type { AgentProbe } from '@shared/ipc/views';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorDetail } from '../../i18n/errorText';
import { startFaultText } from '../../i18n/startFaultText';
import { LinkedText } from '../markdown/LinkedText';

const capabilities = [
  'loadSession',
  'resume',
  'list',
  'close',
  'remove',
  'image',
  'audio',
  'embeddedContext',
  'mcpHttp',
  'mcpSse',
] as const;

/** What a real start and initialize told, or why it failed with the agent's own last words. `told`: the facts stand above. */
export function ProbeResult({ result, told = false }: { result: Result<AgentProbe>; told?: boolean }) {
  const { t } = useTranslation();
  if (!result.ok) {
    const detail = errorDetail(result.error);
    return (
      <div role="alert" className="rounded-md border border-stop-line bg-stop-bg px-3 py-2">
        <p className="flex items-start gap-2 selectable">
          <CircleAlert aria-hidden="true" className="mt-[3px] size-3.5 shrink-0 text-stop" strokeWidth={1.7} />
          <span className="min-w-0">
            <LinkedText text={startFaultText(t, result.error)} />
          </span>
        </p>
        {detail === null ? null : (
          <pre className="mt-1.5 max-h-32 overflow-auto font-mono text-xs whitespace-pre-wrap text-muted selectable">
            {detail}
          </pre>
        )}
      </div>
    );
  }
  return (
    <div role="status" className="rounded-md border border-line bg-go-bg px-3 py-2">
      <p className="flex items-center gap-2">
        <CircleCheck aria-hidden="true" className="size-3.5 shrink-0 text-go" strokeWidth={1.7} />
        {t('agents.testOk')}
      </p>
      {told ? null : <ProbeFacts probe={result.value} />}
    </div>
  );
}

export function ProbeFacts({ probe }: { probe: AgentProbe }) {
  const { t } = useTranslation();
  const can = capabilities.filter((name) => probe.capabilities[name]).map((name) => t(`agents.capability.${name}`));
  const facts = [
    probe.title,
    probe.version === null ? null : t('agents.version', { version: probe.version }),
    t('agents.protocol', { version: probe.protocolVersion }),
  ].filter(Boolean);
  return (
    <div className="text-sm text-muted selectable">
      <div>{facts.join(' · ')}</div>
      <div>{t('agents.can', { list: can.length === 0 ? t('agents.noCapabilities') : can.join(' · ') })}</div>
      {probe.authMethods.length === 0 ? null : (
        <div>{t('agents.signIn', { methods: probe.authMethods.map((method) => method.name).join(' · ') })}</div>
      )}
    </div>
  );
}
