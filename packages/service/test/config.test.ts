import assert from 'node:assert/strict'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { readSettings } from '../src/config.ts'
import { SettingsError } from '@polyparse/providers/settings'
import { blobPlace } from '../src/open-blobs.ts'

test('documents and results lie in the data directory, in another one, or in a bucket', () => {
  const placeOf = (environment: Record<string, string>) =>
    blobPlace(readSettings({ POLYPARSE_DATA_DIR: '/data', ...environment }))
  assert.deepEqual(placeOf({}), { kind: 'directory', path: '/data/blobs' })
  assert.deepEqual(placeOf({ POLYPARSE_BLOBS: '' }), { kind: 'directory', path: '/data/blobs' })
  assert.deepEqual(placeOf({ POLYPARSE_BLOBS: './shared' }), { kind: 'directory', path: resolve('shared') })
  assert.deepEqual(placeOf({ POLYPARSE_BLOBS: 's3://parsed' }), { kind: 's3', bucket: 'parsed', prefix: '' })
  assert.deepEqual(placeOf({ POLYPARSE_BLOBS: 's3://parsed/' }), { kind: 's3', bucket: 'parsed', prefix: '' })
  assert.deepEqual(placeOf({ POLYPARSE_BLOBS: 's3://parsed/a/b' }), { kind: 's3', bucket: 'parsed', prefix: 'a/b' })
})

test('a setting that is not given has no value, rather than an empty one', () => {
  const { s3Endpoint, s3Region, s3PathStyle, databaseUrl } = readSettings({ POLYPARSE_S3_REGION: ' ' })
  assert.deepEqual(
    { s3Endpoint, s3Region, s3PathStyle, databaseUrl },
    {
      s3Endpoint: null,
      s3Region: null,
      s3PathStyle: 'auto',
      databaseUrl: null,
    },
  )
})

test('origins are spelled as browsers send them', () => {
  const originsOf = (text: string) => readSettings({ POLYPARSE_CORS_ORIGINS: text }).corsOrigins
  assert.deepEqual(originsOf(''), [])
  assert.equal(originsOf('*'), '*')
  const several = ['https://app.example.com', 'http://localhost:5173', 'capacitor://localhost']
  assert.deepEqual(originsOf(several.join(', ')), several)
  for (const wrong of [
    'https://app.example.com/',
    'https://App.example.com',
    'https://app.example.com:443',
    'https://*.example.com',
    'app.example.com',
    'null',
    'https://a.example,*',
    'https://a.example,,https://b.example',
  ])
    assert.throws(() => originsOf(wrong), SettingsError, wrong)
})

test('all mistakes are reported together, with what is allowed', () => {
  const environment = {
    POLYPARSE_BLOBS: 's3://No_Bucket',
    POLYPARSE_S3_ENDPOINT: 'localhost:9000',
    POLYPARSE_S3_PATH_STYLE: 'maybe',
  }
  assert.throws(
    () => readSettings(environment),
    (error) =>
      error instanceof SettingsError &&
      assert.deepEqual(
        error.mistakes.map(({ variable }) => variable),
        Object.keys(environment),
      ) === undefined &&
      /s3:\/\/BUCKET\/PREFIX/.test(error.message),
  )
  for (const wrong of ['s3://', 's3://a', 's3://bucket//x', 's3://bucket/../x', 'gs://bucket', 's3://bucket/x?y'])
    assert.throws(() => readSettings({ POLYPARSE_BLOBS: wrong }), SettingsError, wrong)
})
