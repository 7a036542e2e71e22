{{/* What the pods of both deployments have in common. Called with the root, the component and what differs. */}}

{{- define "polyparse.labels" -}}
app.kubernetes.io/name: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "polyparse.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  seccompProfile:
    type: RuntimeDefault
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "polyparse.labels" . | nindent 8 }}
volumes:
  # Also for answers of vendors during an outage: they outlive the container, and not the pod.
  - name: data
    emptyDir:
      sizeLimit: 4Gi
  - name: tmp
    emptyDir:
      sizeLimit: 64Mi
{{- end }}

{{- define "polyparse.container" -}}
image: {{ printf "%s:%s" .root.Values.image.repository (.root.Values.image.tag | default .root.Chart.AppVersion) | quote }}
envFrom:
  - configMapRef:
      name: {{ .root.Release.Name }}
  - secretRef:
      name: {{ .root.Values.secretName | default .root.Release.Name }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
# Migrations may take long: there is no restart before the first success.
startupProbe:
  httpGet:
    path: /livez
    port: operations
  periodSeconds: 2
  timeoutSeconds: 5
  failureThreshold: 300
livenessProbe:
  httpGet:
    path: /livez
    port: operations
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
volumeMounts:
  - name: data
    mountPath: /data
  - name: tmp
    mountPath: /tmp
{{- end }}

{{- define "polyparse.podMetadata" -}}
labels:
  {{- include "polyparse.labels" . | nindent 2 }}
annotations:
  prometheus.io/scrape: 'true'
  prometheus.io/port: '9464'
  # Pods read settings when they start: other settings start others.
  checksum/settings: {{ toYaml .root.Values.settings | sha256sum }}
{{- end }}

{{- define "polyparse.disruptionBudget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ .root.Release.Name }}-{{ .component }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "polyparse.labels" . | nindent 6 }}
{{- end }}
