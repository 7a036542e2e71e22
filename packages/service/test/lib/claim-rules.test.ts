import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { meets, parseAccountRules, parseClaimRules } from '../../src/lib/claim-rules.ts'

describe('Rules about claims', () => {
  it('name a claim and its value, and an account behind an arrow', () => {
    assert.deepEqual(parseClaimRules('groups=admins, email = ann@example.com'), null)
    assert.deepEqual(parseClaimRules('groups=/admins , https://example.com/roles=Head of IT'), [
      { claim: 'groups', value: '/admins' },
      { claim: 'https://example.com/roles', value: 'Head of IT' },
    ])
    assert.deepEqual(parseAccountRules('groups=a=>research,email=*@example.com => R & D'), [
      { claim: 'groups', value: 'a', account: 'research' },
      { claim: 'email', value: '*@example.com', account: 'R & D' },
    ])
    for (const wrong of ['', 'groups', 'groups=', '=admins', 'groups==admins', 'groups=a,', 'groups=a=>research'])
      assert.equal(parseClaimRules(wrong), null, wrong)
    for (const wrong of [
      '',
      'groups=a',
      'groups=a=>',
      'groups=>research',
      '=>research',
      'groups=a=>b=>c',
      'groups=a=>b,',
    ])
      assert.equal(parseAccountRules(wrong), null, wrong)
  })

  it('are met by the value, by a list that has it, and by a claim inside another', () => {
    const rule = { claim: 'groups', value: 'admins' }
    assert.ok(meets({ groups: 'admins' }, rule))
    assert.ok(meets({ groups: ['staff', 'admins'] }, rule))
    for (const groups of [undefined, null, '', 'Admins', 'admins,staff', ['admin'], { admins: true }, [['admins']]])
      assert.ok(!meets({ groups }, rule), JSON.stringify(groups))

    const nested = { claim: 'realm_access.roles', value: 'admin' }
    assert.ok(meets({ realm_access: { roles: ['admin'] } }, nested))
    assert.ok(meets({ 'realm_access.roles': 'admin' }, nested))
    assert.ok(!meets({ 'realm_access.roles': 'user', realm_access: { roles: ['admin'] } }, nested))
    assert.ok(!meets({ realm_access: 'admin' }, nested))
    assert.ok(!meets({}, { claim: 'constructor.name', value: 'Object' }))
  })

  it('count an e-mail address only if it is verified, in any case, and may stand for a domain', () => {
    const verified = { email: 'Ann@Example.com', email_verified: true }
    assert.ok(meets(verified, { claim: 'email', value: 'ann@example.com' }))
    assert.ok(meets(verified, { claim: 'email', value: '*@EXAMPLE.com' }))
    for (const value of ['*@ample.com', '*@com', '*example.com', '*', 'ben@example.com'])
      assert.ok(!meets(verified, { claim: 'email', value }), value)
    for (const email_verified of [false, undefined, 'true'])
      assert.ok(!meets({ ...verified, email_verified }, { claim: 'email', value: '*@example.com' }))
    assert.ok(
      !meets({ ...verified, email: 'ann@evil.example?@example.com.evil' }, { claim: 'email', value: '*@example.com' }),
    )
  })
})
