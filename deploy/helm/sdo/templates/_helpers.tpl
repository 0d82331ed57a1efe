{{- define "sdo.name" -}}
{{- .Values.nameOverride | default .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{/* All names begin with it; they get endings of at most ten characters. */}}
{{- define "sdo.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else if contains (include "sdo.name" .) .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "sdo.name" .) | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "sdo.serviceAccount" -}}
{{- .Values.serviceAccount.name | default (include "sdo.fullname" .) -}}
{{- end -}}

{{- define "sdo.selectorLabels" -}}
app.kubernetes.io/name: {{ include "sdo.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "sdo.labels" -}}
{{ include "sdo.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "sdo.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{/* The claim that is mounted; empty for none. */}}
{{- define "sdo.claim" -}}
{{- if .Values.persistence.enabled -}}
{{- .Values.persistence.existingClaim | default (include "sdo.fullname" .) -}}
{{- end -}}
{{- end -}}

{{- define "sdo.leads" -}}
{{- if (dig "leadership" "enabled" false .Values.config) }}true{{ end -}}
{{- end -}}

{{- define "sdo.leaseNamespace" -}}
{{- dig "leadership" "namespace" "" .Values.config | default .Release.Namespace -}}
{{- end -}}

{{- define "sdo.writesEvents" -}}
{{- if (dig "events" "enabled" false .Values.config) }}true{{ end -}}
{{- end -}}

{{- define "sdo.checksTokens" -}}
{{- if eq "token" (dig "http" "access" "open" .Values.config) }}true{{ end -}}
{{- end -}}

{{/* The port that the host listens on. */}}
{{- define "sdo.port" -}}
{{- dig "http" "listen" "127.0.0.1:7780" .Values.config | regexFind "[0-9]+$" -}}
{{- end -}}

{{- define "sdo.subjects" -}}
- kind: ServiceAccount
  name: {{ include "sdo.serviceAccount" . }}
  namespace: {{ .Release.Namespace }}
{{- end -}}
