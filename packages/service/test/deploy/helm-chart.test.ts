import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, it } from 'node:test'
import { Type } from '@polyparse/document/typebox'
import { Value } from '@polyparse/document/typebox/value'
import { parse, parseAllDocuments } from 'yaml'

const folder = new URL('../../../../deploy/', import.meta.url)
const chart = fileURLToPath(new URL('helm/polyparse', folder))
const read = (path: string): Promise<string> => readFile(new URL(path, folder), 'utf8')

const Manifest = Type.Object({ kind: Type.String(), metadata: Type.Object({ name: Type.String() }) })
const manifestsIn = (text: string): unknown[] =>
  parseAllDocuments(text).map((document) => {
    assert.deepEqual(document.errors, [])
    return document.toJS()
  })

/** Under the name of each. */
const byName = (manifests: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(
    manifests.map((manifest) => {
      const { kind, metadata } = Value.Parse(Manifest, manifest)
      return [`${kind} ${metadata.name}`, manifest]
    }),
  )

/** A manifest with each value changed. */
const changed = (value: unknown, change: (name: string, value: unknown) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((each) => changed(each, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]): [string, unknown] => [name, changed(change(name, member), change)]),
  )
}

/** A helm without a cluster renders for the version that it is told. */
const helm = (...options: string[]) =>
  spawnSync('helm', ['template', 'polyparse', chart, '--kube-version', '1.30.0', ...options], { encoding: 'utf8' })
const rendered = (...options: string[]): Record<string, unknown> => {
  const { status, stdout, stderr } = helm(...options)
  assert.equal(status, 0, stderr)
  return byName(manifestsIn(stdout))
}

const without = spawnSync('helm', ['version']).status !== 0 && 'helm is not installed'

describe('The Helm chart', { skip: without }, () => {
  it('renders what the manifests have, apart from the namespace and the example of a secret', async () => {
    const Kustomization = Type.Object({
      images: Type.Tuple([Type.Object({ name: Type.String(), newName: Type.String(), newTag: Type.String() })]),
    })
    const {
      images: [image],
    } = Value.Parse(Kustomization, parse(await read('kubernetes/kustomization.yaml')))
    const names = (await readdir(new URL('kubernetes/', folder))).filter((name) => name.endsWith('.yaml'))
    const others = new Set(['kustomization.yaml', 'namespace.yaml', 'secret.example.yaml'])
    const files = names.filter((name) => !others.has(name))
    const all = (await Promise.all(files.map((name) => read(`kubernetes/${name}`)))).flatMap(manifestsIn)
    const manifests = changed(byName(all), (name, value) =>
      name === 'image' && value === image.name ? `${image.newName}:${image.newTag}` : value,
    )
    const own = changed(rendered('--set', 'worker.autoscaling.enabled=true'), (name, value) => {
      if (name !== 'annotations') return value
      const { 'checksum/settings': checksum, ...annotations } = Value.Parse(
        Type.Record(Type.String(), Type.String()),
        value,
      )
      assert.match(String(checksum), /^[0-9a-f]{64}$/)
      return annotations
    })
    assert.ok(all.length > 8)
    assert.deepEqual(own, manifests)
  })

  it('starts other pods when settings change', () => {
    const Pods = Type.Object({
      spec: Type.Object({
        template: Type.Object({
          metadata: Type.Object({ annotations: Type.Record(Type.String(), Type.String()) }),
        }),
      }),
    })
    const checksum = (...options: string[]) =>
      Value.Parse(Pods, rendered(...options)['Deployment polyparse-worker']).spec.template.metadata.annotations[
        'checksum/settings'
      ]
    assert.equal(checksum(), checksum())
    assert.notEqual(checksum(), checksum('--set', 'settings.POLYPARSE_S3_REGION=eu-west-1'))
  })

  it('is scaled by hand without autoscaling, has another name, image and secret, and leaves the policy out', () => {
    const options = ['image.tag=1.2.3', 'secretName=own', 'worker.replicas=0', 'networkPolicy.enabled=false']
    const all = rendered(...options.flatMap((option) => ['--set', option]))
    assert.ok(!Object.keys(all).some((name) => /^(?:NetworkPolicy|ScaledObject)/.test(name)))
    const worker = JSON.stringify(all['Deployment polyparse-worker'])
    for (const part of ['"replicas":0', 'registry.example.com/polyparse:1.2.3', '"secretRef":{"name":"own"}'])
      assert.ok(worker.includes(part), part)
  })

  it('refuses settings that are not text, of which YAML would change the digits, and values that it does not have', () => {
    for (const option of ['settings.POLYPARSE_MAX_UPLOAD_BYTES=104857600', 'wroker.replicas=3', 'worker.replicas=-1']) {
      const { status, stderr } = helm('--set', option)
      assert.notEqual(status, 0, option)
      assert.match(stderr, /don't meet the specifications of the schema/)
    }
  })
})
