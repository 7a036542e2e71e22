import { address } from '../../setting.ts'
import { everyOutput, type VendorDeclaration } from '../../vendor.ts'
import { operatorBaseUrl, patternSetting, vendorKey } from '../../vendor-settings.ts'

export const textractDeclaration = {
  id: 'aws-textract',
  name: 'AWS Textract',
  capabilities: {
    execution: 'async',
    features: ['blocks', 'confidence', 'page-selection', 'handwriting'],
    // It says where pictures are, and gives no files of them.
    outputs: [...everyOutput.filter((output) => output !== 'images'), 'fields'],
  },
  settings: {
    key: {
      ...vendorKey('AWS_TEXTRACT_SECRET_ACCESS_KEY', 'aws-textract'),
      help: 'The secret access key that enables the provider `aws-textract`, which sends documents to AWS. The keys of the blob store are not used for that.',
    },
    accessKeyId: patternSetting(
      'AWS_TEXTRACT_ACCESS_KEY_ID',
      /^\S+$/,
      'a key without spaces',
      'The access key id of that secret access key.',
    ),
    sessionToken: patternSetting(
      'AWS_TEXTRACT_SESSION_TOKEN',
      /^\S+$/,
      'a token without spaces',
      'The session token of temporary credentials. When they expire, start the service with new ones.',
    ),
    region: patternSetting(
      'AWS_TEXTRACT_REGION',
      /^[a-z]{2}(?:-[a-z]+){1,3}-\d{1,2}$/,
      'a region, as in `eu-central-1`',
      'The region in which `aws-textract` reads documents.',
    ),
    bucket: patternSetting(
      'AWS_TEXTRACT_BUCKET',
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'the name of a bucket',
      'A bucket in that region, without versions, for documents of several pages: Textract reads them only from there. The service deletes each when its run ends. Without a bucket, `aws-textract` reads single pages and images of up to 10 MB.',
    ),
    baseUrl: operatorBaseUrl(
      'AWS_TEXTRACT_BASE_URL',
      'The base URL of Textract, if it is not that of the region: a VPC endpoint or a FIPS endpoint. Requests are signed for its host.',
    ),
    s3BaseUrl: {
      variable: 'AWS_TEXTRACT_S3_BASE_URL',
      ...address('http:', 'https:'),
      default: '',
      help: 'The base URL of S3 for that bucket, if it is not that of the region.',
    },
  },
  needs: ['key', 'accessKeyId', 'region'],
  price: { perPage: 0.015 },
  accountKeys: false,
} as const satisfies VendorDeclaration
