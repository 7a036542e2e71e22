export * from 'typebox/system'
