export { isOptions, type OptionValues, withOptions } from './options.ts'
export { schemaMistakes } from './schema-mistakes.ts'
export {
  address,
  choice,
  integerSetting,
  mistakesIn,
  readValues,
  type Setting,
  type SettingMistake,
  SettingsError,
  type SettingTable,
  type SettingValues,
  textSetting,
} from './setting.ts'
export { vendorKey } from './vendor-settings.ts'
